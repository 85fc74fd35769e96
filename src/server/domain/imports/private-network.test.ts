import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { useImports } from '#testing/importing.ts'

const app = useTestApp()

const { aSpace, over, startGit } = useImports(app)

async function started(url: string) {
  const space = await aSpace()
  return over(space, await startGit(space, { url }))
}

test.each([
  ['https://127.0.0.1/repository.git', /an address of this machine/],
  ['https://[::1]/repository.git', /an address of this machine/],
  ['https://10.1.2.3/repository.git', /a private address/],
  ['https://169.254.169.254/latest', /a link-local address/],
  ['https://localhost/repository.git', /localhost: .* is an address of this machine/],
])('a repository at %s is not contacted', async (url, reason) => {
  expect(await started(url)).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason) })
})

test('a repository over plain http is refused immediately', async () => {
  await expect(started('http://example.org/repository.git')).rejects.toMatchObject({
    status: 400,
    message: 'Use an https:// address',
  })
})
