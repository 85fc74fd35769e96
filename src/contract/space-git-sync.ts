import { z } from 'zod'
import { gitDirectory, gitRef } from './imports.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { spacePath } from './shared/paths.ts'
import { id, timestamp, urlsOf, version } from './shared/values.ts'

/** Minutes between two looks at a repository. */
export const MIN_POLL_MINUTES = 1
export const MAX_POLL_MINUTES = 1440
const DEFAULT_POLL_MINUTES = 5
/** Days that syncs stay listed. */
export const GIT_SYNC_RETENTION_DAYS = 90

const importMode = z
  .enum(['space', 'change-request', 'space-without-rules'])
  .describe(
    'Where pushed commits go. space: directly into the space, unless merge rules apply to it; change-request: to a change request for review; space-without-rules: directly into the space, past its merge rules, which only an admin of the space can choose',
  )

const firstSync = z
  .enum(['from-repository', 'to-repository'])
  .describe(
    'from-repository: the files replace the content of the space; to-repository: the content of the space is written to the folder',
  )

const pollMinutes = z
  .number()
  .int()
  .min(MIN_POLL_MINUTES)
  .max(MAX_POLL_MINUTES)
  .describe(`Minutes between two looks at the repository, ${MIN_POLL_MINUTES} to ${MAX_POLL_MINUTES}`)

export const spaceGitSync = z
  .object({
    object: z.literal('git-sync'),
    space: id,
    url: z.string().describe('Address of the repository, without credentials'),
    branch: z.string(),
    folder: z.string().describe('Folder of the content in the repository; empty for all of it'),
    credentials: z
      .object({
        type: z.enum(['none', 'token', 'ssh']),
        username: z.string().optional().describe('The username that is sent with the token'),
        publicKey: z.string().optional().describe('Public half of the SSH key, to add to the repository'),
        hostKey: z
          .string()
          .optional()
          .describe(
            'SHA-256 fingerprint of the SSH server’s key. The first one is trusted and must not change',
          ),
      })
      .describe('What it signs in with; secrets are stored encrypted and never returned'),
    importMode,
    firstSync,
    pollMinutes,
    paused: z.boolean(),
    status: z
      .enum(['waiting', 'syncing', 'in-sync', 'awaiting-merge', 'failed'])
      .describe(
        'waiting: before the first sync; awaiting-merge: pushed commits wait in `changeRequest`, because they conflict, or `importMode` or merge rules ask for a review; failed: see `reason`',
      ),
    reason: z.string().optional().describe('Why the last sync failed'),
    commit: z.string().optional().describe('The last commit that is in sync'),
    changeRequest: id.optional().describe('The change request that has to be merged or archived first'),
    syncedAt: timestamp.optional().describe('When both sides were last the same'),
    nextPollAt: timestamp,
    webhookUrl: z.string().describe('Where the Git service sends push events'),
    createdAt: timestamp,
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SpaceGitSync' })
export type SpaceGitSync = z.infer<typeof spaceGitSync>

const syncedCommit = z.object({
  commit: z.string(),
  message: z.string().describe('First line, up to 200 characters'),
  author: z.string(),
})

export const gitSyncRun = z
  .object({
    object: z.literal('git-sync-run'),
    id,
    cause: z.enum(['connected', 'manual', 'webhook', 'schedule', 'change']),
    status: z.enum(['running', 'succeeded', 'awaiting-merge', 'failed']),
    reason: z.string().optional().describe('Why it failed'),
    pulled: z.array(syncedCommit).describe('The commit that was imported, if there was a new one'),
    pushed: z.array(syncedCommit).describe('The commits that were pushed, oldest first, at most 100'),
    changeRequest: id.optional().describe('The change request that was created or updated'),
    startedAt: timestamp,
    endedAt: timestamp.optional(),
  })
  .meta({ id: 'GitSyncRun' })
export type GitSyncRun = z.infer<typeof gitSyncRun>

const credentialsInput = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('none') }),
    z.object({
      type: z.literal('token'),
      username: z.string().max(200).optional().describe('Most services accept any; “git” by default'),
      token: z.string().min(1, 'Enter a token').max(1000),
    }),
    z.object({
      type: z.literal('ssh'),
      privateKey: z
        .string()
        .max(20_000)
        .optional()
        .describe(
          'In OpenSSH or PEM format, without a passphrase. If absent, an Ed25519 key pair is generated',
        ),
    }),
  ])
  .describe(
    'none: a public repository, which can only be read; token: an access token that may push; ssh: a key that may push',
  )

const webhookSecret = z.string().describe('The secret of the webhook. It is only shown in this response')

const base = '/spaces/:spaceId/git-sync'

/** Keeping a space and a folder of a git repository the same. */
export const spaceGitSyncs = resource('spaceGitSyncs', {
  get: {
    id: 'getSpaceGitSync',
    method: 'GET',
    path: base,
    summary: 'Get the Git sync of a space. Returns 404 if the space isn’t connected to a repository.',
    permission: 'space.admin',
    params: spacePath,
    status: 200,
    response: spaceGitSync,
  },
  connect: {
    id: 'connectSpaceGitSync',
    method: 'POST',
    path: base,
    summary: 'Connect a space to a branch and folder of a Git repository, and start the first sync.',
    description:
      'Returns 409 if the space is connected already. The sync runs in the background: get it again to see its `status`. With a generated SSH key it is paused until the key has been added to the repository: resume it with `paused: false`.',
    permission: 'space.admin',
    params: spacePath,
    body: z.object({
      url: z
        .string()
        .min(1, 'Enter the address of a repository')
        .max(2048)
        .describe(
          'Without credentials: `https://example.org/acme/docs.git`; with an SSH key `git@example.org:acme/docs.git` or `ssh://git@example.org/acme/docs.git`',
        ),
      branch: gitRef.default('main'),
      folder: gitDirectory.default(''),
      credentials: credentialsInput.default({ type: 'none' }),
      importMode: importMode.default('space'),
      firstSync,
      pollMinutes: pollMinutes.default(DEFAULT_POLL_MINUTES),
    }),
    status: 201,
    response: spaceGitSync.extend({ webhookSecret }),
    secret: true,
  },
  update: {
    id: 'updateSpaceGitSync',
    method: 'PATCH',
    path: base,
    summary: 'Change the settings of a Git sync, pause or resume it, or replace its credentials.',
    permission: 'space.admin',
    params: spacePath,
    body: z.object({
      importMode: importMode.optional(),
      pollMinutes: pollMinutes.optional(),
      paused: z.boolean().optional(),
      credentials: credentialsInput.optional(),
      trustNewHostKey: z
        .literal(true)
        .optional()
        .describe('Forget the SSH server’s key, and trust the one that it shows next'),
    }),
    status: 200,
    response: spaceGitSync,
    versioned: true,
  },
  delete: {
    id: 'disconnectSpaceGitSync',
    method: 'DELETE',
    path: base,
    summary: 'Disconnect a space from its repository. The content of both doesn’t change.',
    permission: 'space.admin',
    params: spacePath,
    status: 204,
    versioned: true,
  },
  rotateSecret: {
    id: 'rotateSpaceGitSyncSecret',
    method: 'POST',
    path: `${base}/webhook-secret`,
    summary: 'Replace the secret of the webhook. The previous one stops working right away.',
    permission: 'space.admin',
    params: spacePath,
    status: 200,
    response: spaceGitSync.extend({ webhookSecret }),
    secret: true,
  },
  run: {
    id: 'runSpaceGitSync',
    method: 'POST',
    path: `${base}/run`,
    summary: 'Sync now. Returns right away; 409 if the sync is paused.',
    permission: 'space.create',
    params: spacePath,
    status: 200,
    response: spaceGitSync,
  },
  listRuns: {
    id: 'listSpaceGitSyncRuns',
    method: 'GET',
    path: `${base}/runs`,
    summary: `List the syncs of the last ${GIT_SYNC_RETENTION_DAYS} days that did something or failed, newest first.`,
    permission: 'space.admin',
    params: spacePath,
    query: paging,
    status: 200,
    response: listOf(gitSyncRun),
  },
})
