// Opens a store by its name: a folder, or a bucket of an S3 service.
import { openDirectoryStore } from './directory-store.ts';
import { openS3Store } from './s3-store.ts';
import type { Store } from './store.ts';

/** `beside` is the data directory to publish or pull. */
export function openStore(named: string, beside: string, say: (line: string) => void): Store {
  return named.startsWith('s3://') ? openS3Store(named, process.env, say) : openDirectoryStore(named, beside, say);
}
