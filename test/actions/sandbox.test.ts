import { X509Certificate } from 'node:crypto'
import { get as getPlain, type IncomingHttpHeaders } from 'node:http'
import { get as getSecure } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFaults, serveSandbox } from '../../src/actions/sandbox.ts'
import type { ActionValues } from '../../src/commands/action.ts'
import type { sandbox } from '../../src/commands/actions/sandbox.ts'
import { commands } from '../../src/commands/index.ts'
import type { Context } from '../../src/core/context.ts'
import type { HttpRequest } from '../../src/core/http.ts'
import type { Store } from '../../src/core/store.ts'
import type { Out } from '../../src/core/streams.ts'
import { listenOnLoopback as listen } from '../../src/node/network/listen.ts'
import { openSandbox } from '../../src/sandbox/in-process.ts'
import { run } from '../harness.ts'
import { now } from '../sandbox/open.ts'

describe('faults', () => {
  describe('values of --fault', () => {
    test('accepts names and probabilities, and the last value of a name wins', () => {
      const fault = ['slow', 'cut=0.05', 'reset=.5', 'cut=1']
      expect(readFaults({ fault })).toEqual({
        faults: ['slow', { name: 'cut', probability: 1 }, { name: 'reset', probability: 0.5 }],
        faultSeed: 1,
        expired: false,
      })
    })

    test('the seed is --fault-seed, or else the seed of the marketplace', () => {
      expect(readFaults({ fault_seed: 7, seed: 3 }).faultSeed).toBe(7)
      expect(readFaults({ seed: 3 }).faultSeed).toBe(3)
    })

    test.each(['expired-certificate', 'expired-certificate=1'])('%s applies at the start', (fault) => {
      expect(readFaults({ fault: [fault] }).expired).toBe(true)
    })
  })

  describe('an invalid --fault is a usage error', () => {
    const failing = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await run(['sandbox', '-o', 'json', ...words])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return JSON.parse(stderr).error
    }

    test.each(['2', '0', '-0.1', '1.01', '', '5%', 'often', '1e-1', '0x1', 'NaN', '0.1=0.2'])(
      'cut=%s: not a probability',
      async (share) => {
        const { message, hint } = await failing('--fault', `cut=${share}`)
        expect(message).toBe(
          `invalid value "cut=${share}" for --fault: expected a probability above 0 and at most 1`,
        )
        expect(hint).toBe('Example: cut=0.05 for one request in twenty.')
      },
    )

    test('an unknown name gets a suggestion, or else the list of names', async () => {
      const { message, hint } = await failing('--fault', 'drop,gzipbomb=0.1')
      expect(message).toBe('invalid value "drop" for --fault')
      expect((await failing('--fault', 'gzipbomb=0.1')).hint).toContain('Did you mean "gzip-bomb"?')
      expect(hint).toContain('wrong-charset')
    })

    test('expired-certificate with a probability or with --http', async () => {
      expect((await failing('--fault', 'expired-certificate=0.5')).message).toContain(
        'made once, at the start',
      )
      expect((await failing('--http', '--fault', 'expired-certificate')).hint).toContain('--http')
    })

    test('a seed that is not a number', async () => {
      expect((await failing('--fault-seed', 'x')).message).toContain(
        'invalid value "x" for --fault-seed: expected a whole number',
      )
    })
  })
})

describe('sandbox', () => {
  interface Running {
    readonly stdout: string
    readonly said: readonly string[]
    readonly files: ReadonlyMap<string, string>
    stop(): Promise<void>
  }

  /** Starts `kiva sandbox` and waits for its announcement. */
  async function start(
    values: ActionValues<typeof sandbox>,
    { terminal = false, verbosity = 0 as 0 | 1, quiet = false } = {},
  ): Promise<Running> {
    const stopping = new AbortController()
    const files = new Map<string, string>()
    const said: string[] = []
    let announced: (text: string) => void = () => {}
    const text = new Promise<string>((resolve) => {
      announced = resolve
    })
    const stdout: Out = {
      isTerminal: terminal,
      columns: 80,
      color: false,
      isGone: false,
      write: async (chunk) => announced(String(chunk)),
    }
    const context: Pick<
      Context,
      'stdout' | 'stderr' | 'now' | 'nonce' | 'signal' | 'sleep' | 'listen' | 'say' | 'writePrivate'
    > & {
      readonly settings: Pick<Context['settings'], 'verbosity' | 'quiet'>
    } = {
      stdout,
      stderr: { ...stdout, write: async () => {} },
      settings: { verbosity, quiet },
      now: () => Date.now(),
      nonce: () => '0123456789abcdef0123456789abcdef',
      signal: stopping.signal,
      sleep: async () => {},
      listen,
      say: async (line) => void said.push(line),
      writePrivate: async (name, content) => {
        const path = `/private/${name}`
        files.set(path, content)
        return { path, remove: async () => void files.delete(path) }
      },
    }
    // The action uses only these ports.
    const ended = serveSandbox(context as Context, values, commands)
    return {
      stdout: await Promise.race([text, ended.then(() => '')]),
      said,
      files,
      stop: () => {
        stopping.abort()
        return ended
      },
    }
  }

  interface Got {
    readonly status: number | undefined
    readonly headers: IncomingHttpHeaders
    readonly body: Buffer
  }

  function fetched(
    url: string,
    options: {
      readonly ca?: string | undefined
      readonly headers?: Record<string, string>
      readonly method?: string
    } = {},
  ): Promise<Got> {
    const get = url.startsWith('https:') ? getSecure : getPlain
    return new Promise((resolve, reject) => {
      get(
        url,
        {
          ...options,
          lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
          agent: false,
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('end', () =>
            resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }),
          )
          reply.on('error', reject)
        },
      ).on('error', reject)
    })
  }

  describe('over https', () => {
    test('prints one JSON line, its CA is trusted, and stopping removes the CA file', async () => {
      const running = await start({})
      const where = JSON.parse(running.stdout)
      expect(running.stdout.endsWith('}\n')).toBe(true)
      expect(Object.keys(where)).toEqual(['base_url', 'auth_url', 'ca_file', 'client_id', 'client_secret'])
      expect([...running.files.keys()]).toEqual([where.ca_file])
      expect(where.ca_file).toBe(`/private/sandbox-ca-${new URL(where.base_url).port}.pem`)
      const ca = running.files.get(where.ca_file)
      expect(ca).not.toContain('PRIVATE')
      const certificate = new X509Certificate(ca ?? '')
      expect(certificate.subjectAltName).toBe(
        'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
      )
      expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThan(8 * 86_400_000)

      const { status, body } = await fetched(`${where.base_url}/v1/loans/2100001.json`, { ca })
      expect([status, JSON.parse(body.toString()).loans[0].id]).toEqual([200, 2100001])
      expect(
        (await fetched(`${where.base_url.replace('localhost', '127.0.0.1')}/v1/methods.xml`, { ca })).status,
      ).toBe(200)
      expect((await fetched(`${where.base_url}/v1/my/account.json`, { ca })).status).toBe(401)
      await expect(fetched(`${where.base_url}/v1/methods.json`)).rejects.toThrow(/self-signed|certificate/)

      await running.stop()
      // Another test's server may have the port by now, and it has another certificate.
      await expect(fetched(`${where.base_url}/v1/methods.json`, { ca })).rejects.toThrow(
        /ECONN(?:REFUSED|RESET)/,
      )
      expect(running.files.size).toBe(0)
    })

    test('prints export commands on a terminal', async () => {
      const running = await start({}, { terminal: true })
      for (const name of ['BASE_URL', 'AUTH_URL', 'CA_FILE', 'CLIENT_ID', 'CLIENT_SECRET'])
        expect(running.stdout).toMatch(new RegExp(`^ {2}export KIVA_${name}=\\S+$`, 'm'))
      expect(running.stdout).toMatch(/^ {2}unset KIVA_SANDBOX KIVA_MIRROR$/m)
      expect(running.stdout).toContain('kiva loans search')
      expect(running.stdout).toMatch(/browser warns about the certificate.*choose "Advanced"/s)
      expect(running.stdout).toContain('Requests are listed below')
      expect(running.stdout).not.toContain('Your application')
      await running.stop()
    })
  })

  describe('over http', () => {
    test('replies with gzip on request, and HEAD has a content-length', async () => {
      const running = await start({ http: true, loans: 20, seed: 3 })
      const { base_url, ca_file } = JSON.parse(running.stdout)
      expect(ca_file).toBeUndefined()
      const url = `${base_url}/v1/loans/search.json`
      const plain = await fetched(url)
      const packed = await fetched(url, { headers: { 'accept-encoding': 'br, gzip;q=0.8' } })
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(packed.body.length).toBeLessThan(plain.body.length / 2)
      expect(gunzipSync(packed.body)).toEqual(plain.body)
      expect((await fetched(url, { headers: { 'accept-encoding': 'gzip;q=0' } })).body).toEqual(plain.body)
      const head = await fetched(url, { method: 'HEAD' })
      expect([head.headers['content-length'], head.body.length]).toEqual([String(plain.body.length), 0])
      await running.stop()
    })

    test('a cut body ends with an aborted connection', async () => {
      const running = await start({ http: true, loans: 20, fault: ['cut'] })
      await expect(fetched(`${JSON.parse(running.stdout).base_url}/v1/loans/newest.json`)).rejects.toThrow(
        /aborted|hang up/,
      )
      await running.stop()
    })

    test('-v logs each request with its secrets masked', async () => {
      const running = await start({ http: true, loans: 20 }, { verbosity: 1 })
      const { base_url } = JSON.parse(running.stdout)
      await fetched(`${base_url}/v1/loans/search.json?q=maize&oauth_token=s3cret`)
      await fetched(`${base_url}/oauth/authorize?oauth_token=s3cret`)
      expect(running.said.map((line) => line.replace(/ \d+ms$/, ''))).toEqual([
        'GET /v1/loans/search.json?q=maize&oauth_token=*** 200',
        expect.stringMatching(/^GET \/oauth\/authorize\?oauth_token=\*\*\* \d+$/),
      ])
      await running.stop()
    })
  })

  describe('the request log', () => {
    const ask = async (options: Parameters<typeof start>[1]) => {
      const running = await start({ http: true, loans: 20 }, options)
      const [base] = /http:\/\/[\d.:]+/.exec(running.stdout) ?? []
      await fetched(`${base}/v1/methods.json?oauth_token=s3cret`)
      await running.stop()
      return running
    }

    test('is printed on a terminal', async () => {
      const { said, stdout } = await ask({ terminal: true })
      expect(said).toEqual([expect.stringMatching(/^GET \/v1\/methods\.json\?oauth_token=\*\*\* 200 \d+ms$/)])
      expect(stdout).toContain('Requests are listed below')
      expect(stdout).not.toContain('certificate')
    })

    test.each([
      ['with --quiet', { terminal: true, quiet: true }],
      ['on a pipe', {}],
    ])('is not printed %s', async (_, options) => {
      const { said, stdout } = await ask(options)
      expect(said).toEqual([])
      expect(stdout).not.toContain('told below')
    })
  })

  describe('applications of the user', () => {
    const own = {
      http: true,
      loans: 20,
      client: ['org.example.mine:my&secret', 'org.example.phone'],
      callback: ['http://localhost:3000/callback?a=1,2', 'my-app://oauth'],
    }

    test('are in the JSON line, in addition to the built-in client', async () => {
      const running = await start(own)
      const where = JSON.parse(running.stdout)
      expect(where.client_id).toBe('org.example.kiva-cli')
      expect(where.applications).toEqual([
        {
          client_id: 'org.example.mine',
          client_secret: 'my&secret',
          callbacks: ['http://localhost:3000/callback?a=1,2'],
        },
        { client_id: 'org.example.phone', client_secret: '', callbacks: ['my-app://oauth'] },
      ])
      await running.stop()
    })

    test('are in the text on a terminal', async () => {
      const running = await start(own, { terminal: true })
      expect(running.stdout).toContain(
        [
          'Your applications:',
          '',
          '  org.example.mine',
          '    secret    my&secret',
          '    callback  http://localhost:3000/callback?a=1,2',
          '  org.example.phone',
          '    secret    none',
          '    callback  my-app://oauth',
          '',
        ].join('\n'),
      )
      await running.stop()
    })
  })

  describe('in process', () => {
    const world = {
      now: () => now,
      nonce: () => '0123456789abcdef0123456789abcdef',
      yieldToEvents: async () => {},
      store: async <T>(): Promise<Store<T>> => {
        let kept: T | undefined
        return {
          path: 'nowhere',
          read: async () => kept,
          update: async (change) => {
            kept = change(kept)
          },
          replace: async (content) => {
            kept = content
          },
          remove: async () => false,
          mode: async () => undefined,
        }
      },
    }
    const request = (path: string): HttpRequest => ({
      method: 'GET',
      url: `https://api.kivaws.org${path}`,
      headers: { 'accept-encoding': 'gzip' },
    })
    const never = new AbortController().signal

    test('replies like the server, uncompressed', async () => {
      const send = await openSandbox(world, commands.catalogue)
      const { status, headers, body } = await send(request('/v1/loans/2100001.json'), never)
      expect([status, headers['content-encoding']]).toEqual([200, undefined])
      expect(JSON.parse(new TextDecoder().decode(body)).loans[0].name).toBe("Amina's Group")
    })

    test('requires a login for private data, and passes other requests to the provider', async () => {
      const send = await openSandbox(world, commands.catalogue)
      expect((await send(request('/v1/my/account.json'), never)).status).toBe(401)
      expect(
        (await send({ ...request('/oauth/request_token.json'), method: 'POST' }, never)).status,
      ).toBeGreaterThanOrEqual(400)
    })

    test('rejects if the signal is aborted', async () => {
      const send = await openSandbox(world, commands.catalogue)
      await expect(
        send(request('/v1/methods.json'), AbortSignal.abort(new Error('stopped'))),
      ).rejects.toThrow('stopped')
    })
  })
})
