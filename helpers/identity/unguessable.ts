/** Whether a value is too random for two customers to have it by chance: a UUID, a ULID, or such a token. No number is. */
export function isUnguessable(value: string): boolean {
  if (value.length < 16) return false;
  const [uuid] = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/i.exec(value) ?? [];
  if (uuid !== undefined) return new Set(uuid.toLowerCase()).size > 6;
  const token = value.split(/[^A-Za-z0-9]+/).reduce((a, b) => (b.length > a.length ? b : a), '');
  const isMixed = /\d/.test(token.replace(/(?<!\d)\d+$/, '')) || /[a-z][A-Z]/.test(token);
  if (token.length >= 16 && isMixed && new Set(token).size > 8) return true;
  // Base64url has hyphens and underscores within.
  const joined = value.replace(/[-_]/g, '');
  return joined.length >= 24 && /[a-z][A-Z]/.test(value) && /\d[A-Za-z]/.test(value) && new Set(joined).size > 14;
}
