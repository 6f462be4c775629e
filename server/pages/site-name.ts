/** The name of the service on its pages and in citations. */
export const siteName = 'Labour market information';
