import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { startMailProcess } from '#testing/mail-server-process.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { renderEmail } from './email.ts'
import { sendEmail, Unconfirmed, Undeliverable } from './send.ts'

const servers: MailServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function mailServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await openMailServer(options)
  servers.push(server)
  return server
}

const email = renderEmail({
  to: 'ada@example.org',
  subject: 'Halden\r\nBcc: eve@example.org',
  paragraphs: ['<b>Ben</b> & Co. invited you.'],
  link: { label: 'Join', url: 'https://docs.example.com/link/abc' },
  note: 'It works once.',
})

const send = (
  smtpUrl: string | undefined,
  dataDir = makeTestFolder(),
  signal = new AbortController().signal,
) => sendEmail(configOf(smtpUrl, dataDir), email, { now: new Date('2026-11-21T10:00:00.000Z'), signal })

const configOf = (smtpUrl: string | undefined, dataDir = makeTestFolder()) => ({
  dataDir,
  baseUrl: 'https://docs.example.com',
  mail: { smtpUrl, from: 'Lectern <lectern@example.com>' },
})

test('an email reaches the mail server as text and as HTML, with user input escaped', async () => {
  const { received, host } = await mailServer()
  await send(`smtp://${host}`)
  expect(received.map(({ to }) => to)).toEqual([['ada@example.org']])
  const text = received[0]?.text ?? ''
  expect(text).toContain('From: Lectern <lectern@example.com>\r\n')
  expect(text).toContain('Subject: Halden Bcc: eve@example.org\r\n')
  expect(text).toContain('<b>Ben</b> & Co. invited you.')
  expect(text).toContain('&#x3C;b>Ben&#x3C;/b> &#x26; Co. invited you.')
  expect(text).toContain('https://docs.example.com/link/abc')
})

test('the user and password in the URL are used', async () => {
  const { received, host } = await mailServer({
    authOptional: false,
    onAuth: ({ username, password }, _, callback) =>
      password === 'p@ss word' ? callback(null, { user: username }) : callback(new Error('no')),
  })
  await send(`smtp://me:p%40ss%20word@${host}`)
  expect(received.map(({ user }) => user)).toEqual(['me'])
  const wrong = await send(`smtp://me:wrong@${host}`).catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(Error)
  expect(wrong).not.toBeInstanceOf(Undeliverable)
})

test('a permanent rejection of an address is distinguished from a temporary one', async () => {
  const refusing = (responseCode: number) =>
    mailServer({ onRcptTo: (_, __, callback) => callback(Object.assign(new Error('no'), { responseCode })) })
  await expect(send(`smtp://${(await refusing(550)).host}`)).rejects.toBeInstanceOf(Undeliverable)
  const later = await send(`smtp://${(await refusing(450)).host}`).catch((error: unknown) => error)
  expect(later).not.toBeInstanceOf(Undeliverable)
})

test('the answers of a mail server in another process decide whether an email can be sent again', async () => {
  const server = await startMailProcess()
  const sendTo = (to: string, signal = new AbortController().signal) =>
    sendEmail(
      configOf(server.url),
      {
        ...email,
        to,
        thread: { key: 'thread.abc', messageKey: 'notification.def' },
        list: { id: 'halden', name: 'Halden', unsubscribeUrl: 'https://docs.example.com/unsubscribe/x' },
      },
      { now: new Date('2026-11-21T10:00:00.000Z'), signal },
    ).catch((error: unknown) => error)
  await expect(sendTo('unknown@example.org')).resolves.toMatchObject({
    name: 'Undeliverable',
    ofAddress: true,
  })
  await expect(sendTo('spam@example.org')).resolves.toMatchObject({ name: 'Undeliverable', ofAddress: false })
  const isTemporary = (error: unknown) =>
    error instanceof Error && !(error instanceof Undeliverable) && !(error instanceof Unconfirmed)
  expect(await sendTo('busy@example.org')).toSatisfy(isTemporary)
  expect(await sendTo('slow@example.org', AbortSignal.timeout(500))).toSatisfy(isTemporary)
  expect(await sendTo('ada@example.org')).toBeUndefined()
  const [{ text } = { text: '' }] = server.received
  for (const header of [
    'Auto-Submitted: auto-generated',
    'Message-ID: <notification.def@docs.example.com>',
    'In-Reply-To: <thread.abc@docs.example.com>',
    'References: <thread.abc@docs.example.com>',
    'List-ID: "Halden" <halden.docs.example.com>',
    'List-Unsubscribe: <https://docs.example.com/unsubscribe/x>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
    expect(text).toContain(`${header}\r\n`)
  // It ends before it confirms, and then there is no server.
  expect(await sendTo('dropped@example.org')).toBeInstanceOf(Unconfirmed)
  expect(await sendTo('ada@example.org')).toSatisfy(isTemporary)
  await server.stop()
})

test('a server without a valid certificate gets nothing', async () => {
  const { received, host } = await mailServer({ secure: true })
  await expect(send(`smtps://${host}`)).rejects.toThrow()
  expect(received).toEqual([])
})

test('sending can be aborted', async () => {
  const contacted = Promise.withResolvers<void>()
  const { received, host } = await mailServer({ onMailFrom: () => contacted.resolve() })
  const stop = new AbortController()
  const sending = send(`smtp://${host}`, undefined, stop.signal)
  await contacted.promise
  stop.abort()
  await expect(sending).rejects.toThrow()
  expect(received).toEqual([])
})

test('without a mail server emails are written to the outbox, named by time and recipient', async () => {
  const dataDir = makeTestFolder()
  await send(undefined, dataDir)
  await send(undefined, dataDir)
  const name = '2026-11-21T10-00-00-000Z-ada-example-org'
  expect(readdirSync(join(dataDir, 'outbox')).sort()).toEqual([`${name}-2.eml`, `${name}.eml`])
  const path = join(dataDir, 'outbox', `${name}.eml`)
  expect(readFileSync(path, 'utf8')).toContain('To: ada@example.org')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
