// Licences and credits that several publishers' sources share, word for word as the licences ask
// for them.
export const openGovernmentLicence = {
  name: 'Open Government Licence v3.0',
  url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
};

/** The credit of a publication under this licence whose publisher asks for no other words. */
export const creditOf = (publication: string) =>
  `Source: ${publication}. Contains public sector information licensed under the Open ` +
  'Government Licence v3.0.';

export const onsAttribution =
  'Source: Office for National Statistics licensed under the Open Government Licence v.3.0';

/**
 * The statement that Skills England asks for in online publications. The year is part of the
 * publisher's text.
 */
export const skillsEnglandAttribution =
  '© Skills England 2025\n\nThis information is licensed under the Open Government ' +
  'Licence https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3';
