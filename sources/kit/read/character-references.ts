// Character references of HTML and XML decoded (`&amp;`, `&#8217;`): the one place that knows the library with their names.
import { decodeHTMLStrict } from 'entities/decode';

/** Decodes every reference that ends in a semicolon; another ampersand stands for itself. A name that nobody knows stays as it is. */
export function decodeReferences(text: string): string {
  return decodeHTMLStrict(text);
}
