import { expect, test } from 'vitest'
import { onDemand } from './on-demand.ts'
import { toast } from './toast.ts'

test('a module is loaded once, and what waits for it runs immediately afterwards', async () => {
  let loads = 0
  const module = onDemand(async () => {
    loads++
    return { name: 'menu' }
  })
  expect(module.isLoaded()).toBe(false)
  expect(() => module.get()).toThrow('before its module was loaded')
  module.prefetch()
  const name = await new Promise<string>((resolve) => module.whenLoaded(() => resolve(module.get().name)))
  let ran = false
  module.whenLoaded(() => {
    ran = true
  })
  expect({ name, ran, loads }).toEqual({ name: 'menu', ran: true, loads: 1 })
})

test('a module that could not be loaded is reported, and loaded by the next attempt', async () => {
  let isOffline = true
  const module = onDemand(async () => {
    if (isOffline) throw new Error('no connection')
    return 'module'
  })
  let [ran, failed] = [0, 0]
  module.whenLoaded(
    () => ran++,
    () => failed++,
  )
  await Promise.resolve()
  await Promise.resolve()
  isOffline = false
  await new Promise<void>((resolve) => module.whenLoaded(resolve))
  expect({ module: module.get(), ran, failed }).toEqual({ module: 'module', ran: 0, failed: 1 })
  expect(toast.shown().map(({ text, action }) => [text, action?.label])).toEqual([
    ['Couldn’t load this part of the page', 'Reload'],
  ])
})
