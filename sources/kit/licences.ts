// Licences and credits that several sources share, word for word as the licences require.
export const openGovernmentLicence = {
  name: 'Open Government Licence v3.0',
  url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
};

/**
 * The credit for a publication under this licence, if its publisher does not require other words.
 */
export const creditOf = (publication: string) =>
  `Source: ${publication}. Contains public sector information licensed under the Open ` +
  'Government Licence v3.0.';

export const onsAttribution =
  'Source: Office for National Statistics licensed under the Open Government Licence v.3.0';

/**
 * The statement that Skills England requires in online publications. The year is part of the
 * publisher's text.
 */
export const skillsEnglandAttribution =
  '© Skills England 2025\n\nThis information is licensed under the Open Government ' +
  'Licence https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3';
