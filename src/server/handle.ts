import type { Output, Received, Route, Routes } from '#contract/route.ts'
import type { Context } from './context.ts'

/** One operation's act: what it was given is authenticated, authorised and parsed already. */
export type Handler<R extends Route> = (ctx: Context, received: Received<R>) => Promise<Output<R>>

/** An operation together with its act, ready to be mounted. */
export type Mounted = { readonly route: Route; readonly act: Handler<Route> }

/**
 * Binds acts to the operations of a resource. A misspelt operation is a type error; one without an act is not
 * mounted and does not appear in the OpenAPI document.
 */
export function handle<R extends Routes>(
  routes: R,
  handlers: { readonly [K in keyof R]?: R[K] extends Route ? Handler<R[K]> : never },
): readonly Mounted[] {
  return Object.entries(handlers).map(([name, act]) => {
    const route = routes[name]
    if (route === undefined || act === undefined) throw new Error(`No operation ${name}`)
    return { route, act: act as Handler<Route> }
  })
}
