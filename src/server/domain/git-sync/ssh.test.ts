import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn } from '#testing/git-server.ts'
import { gitSshServer } from '#testing/git-ssh-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'
import { newSshKey } from '../../git-sync/ssh-keys.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

const fingerprintOf = (publicKey: string) => {
  const bytes = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`
}

async function aSpaceOverSsh() {
  const space = await aSyncedSpace(app)
  const hostKey = newSshKey()
  const server = await gitSshServer(space.folder, hostKey.privateKey)
  onTestFinished(server.close)
  return { ...space, server, hostKey }
}

test('with a generated key, a space is synced in both directions over SSH', async () => {
  const { server, hostKey, params, ...space } = await aSpaceOverSsh()
  const created = await space.connect({ url: server.url, credentials: { type: 'ssh' } })
  const { publicKey = '' } = created.credentials
  expect(created).toMatchObject({ status: 'waiting', paused: true })
  expect(publicKey).toMatch(/^ssh-ed25519 /)
  server.accept(publicKey)
  await space.call(api.spaceGitSyncs.update, { params, body: { paused: false } })
  const synced = await space.sync()
  expect(synced).toMatchObject({ status: 'in-sync', paused: false })
  expect(synced.credentials).toEqual({ type: 'ssh', publicKey, hostKey: fingerprintOf(hostKey.publicKey) })

  const [start, guide] = await space.pages()
  expect([start?.title, guide?.title]).toEqual(['Start', 'Guide'])
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  await commitOn(space.folder, { 'guide/step.md': '# Step\n\n1.\n\nTwo.\n\nThree.\n' }, 'Count')
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/README.md')).toContain('Another line.')
  expect(await space.file('guide/step.md')).toContain('1.')
})

test('a key that the server doesn’t accept fails with a message, and another one can be entered', async () => {
  const { server, params, ...space } = await aSpaceOverSsh()
  const [accepted, other] = [newSshKey(), newSshKey()]
  server.accept(accepted.publicKey)
  await space.connect({ url: server.url, credentials: { type: 'ssh', privateKey: other.privateKey } })
  const failed = await space.sync()
  expect(failed.status).toBe('failed')
  expect(failed.reason).toContain('it rejected the SSH key')

  const credentials = { type: 'ssh' as const, privateKey: accepted.privateKey }
  await space.call(api.spaceGitSyncs.update, { params, body: { credentials } })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
})

test('a server whose key changed is not trusted until someone says so', async () => {
  const { server, params, ...space } = await aSpaceOverSsh()
  const key = newSshKey()
  server.accept(key.publicKey)
  await space.connect({ url: server.url, credentials: { type: 'ssh', privateKey: key.privateKey } })
  await space.sync()
  server.close()
  const other = newSshKey()
  const impostor = await gitSshServer(space.folder, other.privateKey, Number(new URL(server.url).port))
  onTestFinished(impostor.close)
  impostor.accept(key.publicKey)
  const failed = await space.sync()
  expect(failed.status).toBe('failed')
  expect(failed.reason).toContain('host key changed')

  await space.call(api.spaceGitSyncs.update, { params, body: { trustNewHostKey: true } })
  const synced = await space.sync()
  expect(synced).toMatchObject({
    status: 'in-sync',
    credentials: { hostKey: fingerprintOf(other.publicKey) },
  })
})

test('SSH keys and addresses have to fit', async () => {
  const { params, call } = await aSyncedSpace(app)
  const refused = (url: string, credentials: { type: 'ssh'; privateKey?: string } | { type: 'none' }) =>
    expect(
      call(api.spaceGitSyncs.connect, { params, body: { url, firstSync: 'from-repository', credentials } }),
    ).rejects.toMatchObject({ status: 400 })
  await refused('git@example.org:acme/docs.git', { type: 'none' })
  await refused('https://example.org/acme/docs.git', { type: 'ssh' })
  await refused('git@example.org:acme/docs.git', { type: 'ssh', privateKey: 'not a key' })
  await refused('git@example.org:acme/docs.git', { type: 'ssh', privateKey: newSshKey().publicKey })
  await refused("git@example.org:acme/docs'.git", { type: 'ssh' })
  await refused('git@example.org:--upload-pack=x', { type: 'ssh' })
})
