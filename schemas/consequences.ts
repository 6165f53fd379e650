/** What a failure costs those who rely on the service, gravest first. */
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
    means: 'The service stores or changes data incorrectly, so later readers cannot rely on them.',
  },
  form: { name: 'Form', means: 'Clients misunderstand or cannot use the service; this alone puts no data at risk.' },
} as const;

export type Consequence = keyof typeof consequences;

const order = Object.keys(consequences);

/** 0 is the gravest. */
export const gravityOf = (consequence = '') =>
  order.includes(consequence) ? order.indexOf(consequence) : order.length;
