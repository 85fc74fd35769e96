import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { ConflictError, retryOnConflict } from './conflict-retry.ts'

const stale = new ApiError(412, { code: 412, type: 'stale', message: 'Changed meanwhile' }, undefined)
const forbidden = new ApiError(403, { code: 403, type: 'forbidden', message: 'No' }, undefined)

/** A server at version 3 that refuses writes based on older versions. */
const send = () =>
  vi.fn(async (version: number) => {
    if (version < 3) throw stale
    return `saved on ${version}`
  })

test('a write that met a conflict is sent again on top of what is there now', async () => {
  const sending = send()
  const result = await retryOnConflict({ state: 1, send: sending, rebase: async () => 3 })
  expect(result).toBe('saved on 3')
  expect(sending.mock.calls).toEqual([[1], [3]])
})

test('other refusals are not retried', async () => {
  const rebase = vi.fn(async () => 3)
  const refused = retryOnConflict({ state: 1, send: () => Promise.reject(forbidden), rebase })
  await expect(refused).rejects.toBe(forbidden)
  expect(rebase).not.toHaveBeenCalled()
})

test('the last conflict is the error', async () => {
  const sending = send()
  const refused = retryOnConflict({ state: 1, send: sending, rebase: async () => 2, attempts: 3 })
  await expect(refused).rejects.toBe(stale)
  expect(sending).toHaveBeenCalledTimes(3)
})

test('a write that no longer makes sense says why', async () => {
  const rebase = async (): Promise<number> => {
    throw new ConflictError('Someone deleted it in the meantime.')
  }
  await expect(retryOnConflict({ state: 1, send: send(), rebase })).rejects.toThrow('Someone deleted it')
})

test('a write that a person decides about ends without an error', async () => {
  const sending = send()
  expect(await retryOnConflict({ state: 1, send: sending, rebase: async () => undefined })).toBeUndefined()
  expect(sending).toHaveBeenCalledTimes(1)
})
