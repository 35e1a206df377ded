import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../support/new-folder';
import { startPosthorn } from '../support/start-posthorn';
import { until } from '../support/until';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'src-renderer/docs/guides/small-server.md');
const PROGRAM = join(ROOT, 'out/main/posthorn.js');
const run = promisify(execFile);

/**
 * Programs that a test cannot run, or should not: they do for this folder what the real ones do for a machine. Packing
 * and installing have a test of their own.
 */
const STAND_INS = (home: string, port: number): Readonly<Record<string, string>> => ({
  npm: `case "$*" in
  pack) touch posthorn-0.1.0.tgz ;;
  "install --global ./posthorn-0.1.0.tgz") test -f posthorn-0.1.0.tgz ;;
  "root --global") echo ${home}/modules ;;
  *) exit 64 ;;
esac`,
  scp: `for last; do :; done; test "$last" = root@hooks.example.com:
cp "\${@:1:$#-1}" ${home}/server/`,
  posthorn: `exec ${process.execPath} ${PROGRAM} "$@"`,
  journalctl: `cat ${home}/log`,
  // What the unit and its addition say of credentials and variables; the sandbox has a test of its own.
  systemctl: `units=${home}/etc/systemd/system
test -f $units/posthorn.service
case "$*" in
  daemon-reload) ;;
  "enable --now posthorn")
    mkdir -p ${home}/credentials
    sed -n 's/^LoadCredential=//p' $units/posthorn.service.d/server.conf | while IFS=: read -r name file; do
      cp "$file" "${home}/credentials/$name"
    done
    set -a
    . ${home}/etc/posthorn/environment
    eval "$(sed -n 's/^Environment=//p' $units/posthorn.service.d/server.conf | sed 's|%d|${home}/credentials|g')"
    set +a
    POSTHORN_DATA_DIR=${home}/var/lib/posthorn nohup posthorn serve > ${home}/log 2>&1 &
    echo $! > ${home}/pid
    until grep -q '^ready https://.*:${port}$' ${home}/log; do kill -0 $!; sleep 0.1; done ;;
  *) exit 64 ;;
esac`,
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

async function makeCertificate(folder: string): Promise<void> {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  await run('openssl', ['req', ...kind, ...names, ...files]);
}

/** Stops the server that `systemctl` has started there, if it has, and resolves when it no longer writes there. */
async function stopServer(home: string): Promise<void> {
  const pid = Number(await readFile(join(home, 'pid'), 'utf8').catch(() => '0'));
  if (pid === 0) return;
  const isAlive = (signal: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  if (isAlive('SIGTERM'))
    await until(
      () => isAlive(0),
      (alive) => !alive,
    );
}

// Windows has none of these programs.
it.skipIf(process.platform === 'win32')(
  'every command of the guide to a small server works, in its order, and the installation is there with its data',
  async () => {
    const { path: home, remove } = await newFolder();
    onTestFinished(async () => {
      await stopServer(home);
      await remove();
    });
    const port = await freePort();
    for (const name of ['bin', 'server', 'checkout', 'modules', 'etc/systemd/system', 'var/lib'])
      await mkdir(join(home, name), { recursive: true });
    await symlink(join(ROOT, 'out'), join(home, 'checkout/out'));
    await symlink(ROOT, join(home, 'modules/posthorn'));
    await makeCertificate(join(home, 'server'));
    for (const [name, script] of Object.entries(STAND_INS(home, port))) {
      await writeFile(join(home, 'bin', name), `#!/bin/bash\nset -eu\n${script}\n`);
      await chmod(join(home, 'bin', name), 0o755);
    }
    const dataDir = join(home, '.local/share/posthorn');
    await mkdir(dataDir, { recursive: true });
    const workstation = await startPosthorn({ dataDir, env: { POSTHORN_ADMIN_TOKEN: '' } });
    const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Ada Ltd', uid: 'ada' });
    await fetch(`${workstation.baseUrl}/api/v1/app`, { method: 'POST', headers, body });
    await workstation.dispose();

    const guide = await readFile(GUIDE, 'utf8');
    const blocks = Array.from(guide.matchAll(/```sh\n(.*?)```/gs), ([, text = '']) => text);
    expect(blocks).toHaveLength(6);
    const outputs: string[] = [];
    for (const [n, block] of blocks.entries()) {
      const script = block
        .replaceAll(/(?<![\w.])\/(etc|var)\//g, `${home}/$1/`)
        .replaceAll('hooks.example.com:8443', `localhost:${port}`)
        .replaceAll('POSTHORN_PORT=8443', `POSTHORN_PORT=${port}`);
      const env = {
        PATH: `${join(home, 'bin')}:${resolve(process.execPath, '..')}:/usr/bin:/bin`,
        ...{ HOME: home, CURL_CA_BUNDLE: join(home, 'server/fullchain.pem') },
      };
      const cwd = join(home, n === 0 ? 'checkout' : 'server');
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env });
      outputs.push(stdout);
    }
    expect(outputs[3]).toContain('"status":"ok"');
    const made = outputs[4]?.trim() ?? '';
    const ask = async (path: string) => {
      const args = ['--fail', '--silent', '--cacert', join(home, 'server/fullchain.pem')];
      const url = `https://localhost:${port}/api/v1${path}`;
      return JSON.parse(
        (await run('curl', [...args, '--header', `Authorization: Bearer ${made}`, url])).stdout,
      );
    };
    expect(await ask('/app/ada')).toMatchObject({ name: 'Ada Ltd', uid: 'ada' });
    const { backup, startSettings } = await ask('/service');
    expect(backup).toMatchObject({ next: expect.any(String) });
    const keep = startSettings.find(({ name }: { name: string }) => name === 'backup-keep');
    expect(keep).toMatchObject({ value: '7', source: 'environment' });
    expect(outputs[5]).toContain('healthy');
    expect(outputs[5]).toContain(`ready https://`);
  },
  120_000,
);
