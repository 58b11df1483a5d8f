import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const deploy = path.resolve(import.meta.dirname, '../../../deploy/cluster')

/** Where the machines of the examples are on this one: each has an address of the loopback network. */
export interface Network {
  /** The first three numbers of all addresses. */
  prefix: string
  /** Of the machine with the proxies. */
  proxy: string
}

export function newNetwork(): Network {
  const [a, b] = [2, 1].map((least) => least + Math.floor(Math.random() * 250))
  return { prefix: `127.${a}.${b}.`, proxy: `127.${a}.${b}.20` }
}

const newestPostgres = () => {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(a) - Number(b))
  return `/usr/lib/postgresql/${versions.at(-1)}/bin`
}

/** The examples of `deploy/cluster`, which differ only in addresses, folders and passwords. */
export function readExamples({ prefix, proxy }: Network, password: string) {
  const read = (name: string) =>
    readFileSync(path.join(deploy, name), 'utf8')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('127.0.0.1', proxy)
      .replaceAll('10.0.0.', prefix)
      .replaceAll('replace-this', password)

  /** For the machine of that number, from 1: only its own addresses and its name differ. */
  const onMachine = (text: string, number: number, own: RegExp) =>
    text
      .replace(/^name: one$/m, `name: ${machines[number - 1]}`)
      .replace(own, (line) => line.replace(`${prefix}1:`, `${prefix}${number}:`))

  return {
    etcd: (number: number, folder: string) =>
      onMachine(read('etcd.yaml'), number, /^(?:listen|initial-adv|adv)[a-z-]*: .*$/gm).replace(
        '/var/lib/etcd/cairn',
        path.join(folder, 'etcd'),
      ),
    patroni: (number: number, folder: string) =>
      `${onMachine(read('patroni.yaml'), number, /^ +(?:listen|connect_address): .*$/gm)
        .replace('/var/lib/postgresql/cairn', path.join(folder, 'postgres'))
        .replace('/usr/lib/postgresql/15/bin', newestPostgres())}
  parameters:
    unix_socket_directories: '${folder}'
    shared_buffers: 32MB
`,
    /** The variables of a Cairn server. */
    cairn: () =>
      Object.fromEntries(
        [...read('cairn.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
      ) as Record<string, string>,
    pgbouncer: (userlist: string) =>
      read('pgbouncer.ini').replace('/etc/pgbouncer/userlist.txt', userlist),
    haproxy: () => read('haproxy.cfg').replace(/bind :80$/m, `bind ${proxy}:8080`),
  }
}

export const machines = ['one', 'two', 'three'] as const
