/** Made up here. */
export const american = {
  first_name: 'Ada',
  last_name: 'Probe',
  middle_name: 'Conformance',
  email: 'conformance.x.1@example.com',
  phone: '+12015550123',
  type: 'individual',
  gender: 'female',
  date_of_birth: '1990-02-28',
  address: { address_line1: '1 Test Street', city: 'Austin', country: 'US', postal_code: '78701', state: 'US-TX' },
};
/** As CONFORMANCE_CUSTOMER may make it. */
export const british = {
  ...american,
  type: 'personal',
  gender: 'non_binary',
  phone: '+44 7700 900123',
  email: 'probe-0000001@corp.example',
  date_of_birth: '1985-12-31',
  address: { ...american.address, country: 'GB', state: 'GB-ENG', postal_code: 'SW1A 1AA' },
};
