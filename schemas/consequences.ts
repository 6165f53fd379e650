/** What a failure costs those who rely on the service: the harm of a requirement, gravest first. */
export const consequences = {
  'tenant-confidentiality': {
    name: 'Confidentiality between tenants',
    means: 'One business can see the data of another.',
  },
  'unauthorised-access': {
    name: 'Unauthorised access',
    means: 'Somebody without a valid key can read, write or learn something.',
  },
  'duplicate-booking': { name: 'Duplicate booking', means: 'A write can take place twice, or get lost.' },
  'data-quality': {
    name: 'Data quality',
    means: 'The service stores or changes data so that later readers cannot rely on them.',
  },
  form: { name: 'Form', means: 'Clients misread or miss the service; no data are at risk by that alone.' },
} as const;

export type Consequence = keyof typeof consequences;

const order = Object.keys(consequences);

/** The place of a consequence, 0 for the gravest; one behind the last for none. */
export function gravityOf(consequence = ''): number {
  return order.includes(consequence) ? order.indexOf(consequence) : order.length;
}
