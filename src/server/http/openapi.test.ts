import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allRoutes } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { unimplemented } from '#testing/unimplemented.ts'
import { operations } from './operations.ts'

const app = useTestApp()

test('the OpenAPI document is valid 3.1 and has exactly the mounted operations', async () => {
  const { text } = await app.send({ method: 'GET', url: '/v1/openapi.json' })
  // `/v1/`, the information about the API, is the one address that ends in a slash: clients ask for it.
  const rules = { 'info-license-strict': 'off', 'no-path-trailing-slash': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
  ).toEqual([])
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId: string }>> }
  const documented = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  const mounted = operations.map(({ route }) => route).filter(({ surface }) => surface !== 'dashboard')
  expect(documented.sort()).toEqual(mounted.map(({ id }) => id).sort())
})

test('unimplemented operations are listed and not mounted', () => {
  const mounted = new Set(operations.map(({ route }) => route.id))
  const missing = allRoutes.map(({ id }) => id).filter((id) => !mounted.has(id))
  expect(missing.sort()).toEqual([...unimplemented].sort())
})
