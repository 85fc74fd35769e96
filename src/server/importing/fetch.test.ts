import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { refusalOf } from './address.ts'
import { type OutsideFetch, outsideFetch } from './fetch.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

async function serverWith(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, host, done))
  open.push({ close: () => server.closeAllConnections() }, server)
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function fetcher(allowPrivate: boolean): OutsideFetch {
  const made = outsideFetch({ version: '9.9', allowPrivate })
  open.push(made)
  return made
}

const wish = { maxBytes: 1000 }

describe('addresses that are not public', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'name.example',
    '',
  ])('%s is refused', (address) => {
    expect(refusalOf(address)).not.toBeNull()
  })

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '[2606:4700:4700::1111]'])(
    '%s passes',
    (address) => {
      expect(refusalOf(address)).toBeNull()
    },
  )
})

describe('protection of private networks', () => {
  it('refuses every spelling of the local address without connecting', async () => {
    let arrived = 0
    const port = new URL(
      await serverWith((_, answer) => {
        arrived += 1
        answer.end('secret')
      }),
    ).port
    const { get } = fetcher(false)
    const spellings = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
      'LOCALHOST.',
    ]
    for (const host of spellings) {
      await expect(get(`http://${host}:${port}/`, wish), host).rejects.toMatchObject({ reason: 'upstream' })
    }
    expect(arrived).toBe(0)
  })

  it('reports the refused address', async () => {
    await expect(fetcher(false).get('http://localhost:1/', wish)).rejects.toThrow(
      /localhost: .* is an address of this machine/,
    )
    await expect(fetcher(false).get('http://169.254.169.254/', wish)).rejects.toThrow(/link-local/)
  })

  it('refuses IPv6 loopback', async () => {
    const base = await serverWith((_, answer) => answer.end('secret'), '::1')
    await expect(fetcher(false).get(base, wish)).rejects.toThrow(/an address of this machine/)
    expect((await fetcher(true).get(base, wish)).bytes.toString()).toBe('secret')
  })

  it('can be disabled by the operator', async () => {
    const base = await serverWith((_, answer) => answer.end('inside'))
    expect((await fetcher(true).get(base, wish)).bytes.toString()).toBe('inside')
  })
})

describe('redirects', () => {
  it('are followed at most five times', async () => {
    const base = await serverWith((incoming, answer) => {
      const left = Number(incoming.url?.slice(1))
      if (left === 0) return answer.end('there')
      answer.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const { get } = fetcher(true)
    expect(await get(`${base}/5`, wish)).toMatchObject({ url: `${base}/0` })
    await expect(get(`${base}/6`, wish)).rejects.toThrow(/more than 5 redirects/)
  })

  it('are checked one by one', async () => {
    const inner = await serverWith((_, answer) => answer.end('inner'))
    const outer = await serverWith((_, answer) => answer.writeHead(307, { location: `${inner}/x` }).end())
    const refuse = (url: URL) => (url.origin === outer ? null : 'it leads elsewhere')
    await expect(fetcher(true).get(outer, { ...wish, refuse })).rejects.toThrow(/leads elsewhere/)
  })

  it('to another scheme are refused', async () => {
    const base = await serverWith((_, answer) =>
      answer.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    )
    await expect(fetcher(true).get(base, wish)).rejects.toThrow(/only http and https/)
  })
})

describe('a response', () => {
  it('has the media type and charset, and the request identifies Lectern', async () => {
    let agent = ''
    const base = await serverWith((incoming, answer) => {
      agent = incoming.headers['user-agent'] ?? ''
      answer.writeHead(200, { 'content-type': 'Text/HTML; charset="latin1"' }).end('<p>')
    })
    const fetched = await fetcher(true).get(base, { ...wish, types: ['text/html'] })
    expect(fetched).toMatchObject({ contentType: 'text/html', charset: 'latin1' })
    expect(agent).toBe('Lectern/9.9')
  })

  it('with another type, an error status or too many bytes is refused with the reason', async () => {
    const base = await serverWith((incoming, answer) => {
      if (incoming.url === '/missing') return answer.writeHead(404).end()
      if (incoming.url === '/large')
        return answer.writeHead(200, { 'content-length': 5000 }).end('x'.repeat(5000))
      if (incoming.url === '/endless') {
        for (let i = 0; i < 50; i++) answer.write('x'.repeat(100))
        return answer.end()
      }
      answer.writeHead(200, { 'content-type': 'application/pdf' }).end('pdf')
    })
    const { get } = fetcher(true)
    await expect(get(`${base}/missing`, wish)).rejects.toThrow(/it responded with 404/)
    await expect(get(`${base}/large`, wish)).rejects.toThrow(/larger than/)
    await expect(get(`${base}/endless`, wish)).rejects.toThrow(/larger than/)
    await expect(get(base, { ...wish, types: ['text/html', 'image/*'] })).rejects.toThrow(
      /of type application\/pdf/,
    )
  })

  it('that never arrives is an upstream error with a reason', async () => {
    const { get } = fetcher(true)
    await expect(get('http://127.0.0.1:1/', wish)).rejects.toMatchObject({ reason: 'upstream', status: 400 })
    await expect(get('ftp://example.org/', wish)).rejects.toThrow(/only http and https/)
    await expect(get('http://user:secret@example.org/', wish)).rejects.toThrow(/contains a password/)
  })

  it('can be aborted', async () => {
    const base = await serverWith(() => undefined)
    const stop = new AbortController()
    const reading = fetcher(true).get(base, { ...wish, signal: stop.signal })
    stop.abort(new Error('given up'))
    await expect(reading).rejects.toThrow('given up')
  })
})
