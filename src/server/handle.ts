import type { Output, ParsedInput, Route, Routes } from '#contract/route.ts'
import type { Context } from './context.ts'

/** Handles one operation; the request is already authenticated, authorized and parsed. */
export type Handler<R extends Route> = (ctx: Context, input: ParsedInput<R>) => Promise<Output<R>>

/** A route with its handler, ready to be mounted. */
export type Operation = { readonly route: Route; readonly handler: Handler<Route> }

/**
 * Binds handlers to the routes of a resource. A misspelled operation is a type error; one without a handler is not
 * mounted and does not appear in the OpenAPI document.
 */
export function handle<R extends Routes>(
  routes: R,
  handlers: { readonly [K in keyof R]?: R[K] extends Route ? Handler<R[K]> : never },
): readonly Operation[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const route = routes[name]
    if (route === undefined || handler === undefined) throw new Error(`No operation ${name}`)
    return { route, handler: handler as Handler<Route> }
  })
}
