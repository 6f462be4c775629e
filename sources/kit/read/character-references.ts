// Decodes character references of HTML and XML (`&amp;`, `&#8217;`) in what publishers write.
import { decodeHTMLStrict } from 'entities/decode';

/**
 * Decodes every reference that ends in a semicolon. Other ampersands and unknown names stay as they
 * are.
 */
export function decodeReferences(text: string): string {
  return decodeHTMLStrict(text);
}
