// lmi deploy: deploys the worker to Cloudflare, over a bucket that holds real data.
import { defaultDirectories } from '../edition/data-directory.ts';
import { deploy } from '../serve/deploy.ts';
import { terminal } from '../report/report.ts';
import { openStore } from '../store/open-store.ts';

export interface DeployArguments {
  readonly store: string;
  readonly publicUrl: string;
  readonly sample?: boolean;
  readonly dryRun?: boolean;
  readonly outdir?: string;
}

export function deployCommand({ store, publicUrl, sample = false, dryRun = false, outdir }: DeployArguments): Promise<number> {
  return deploy({
    store: openStore(store, defaultDirectories.live, terminal().say),
    publicUrl,
    sample,
    dryRun,
    ...(outdir === undefined ? {} : { outdir }),
  });
}
