import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder to start in, with a data folder whose server does not start before `finishStart`. */
export async function slowStart(): Promise<{
  readonly userData: string;
  readonly finishStart: () => Promise<void>;
}> {
  const userData = await mkdtemp(join(tmpdir(), 'posthorn-slow-'));
  const tokenFile = join(userData, 'data', 'admin-token');
  await mkdir(join(userData, 'data'), { mode: 0o700 });
  execFileSync('mkfifo', [tokenFile]); // to read it takes until somebody has written to it
  return { userData, finishStart: () => writeFile(tokenFile, 'late\n') };
}
