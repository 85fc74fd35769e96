import type { WebSocket } from 'ws'
import type { Output, ParsedInput, Route, Routes } from '#contract/route.ts'
import type { Access, Caller, Context, Service } from './context.ts'

/** Handles one operation; the request is already authenticated, authorized and parsed. */
export type Handler<R extends Route> = (ctx: Context, input: ParsedInput<R>) => Promise<Output<R>>

/** The context of a WebSocket, which can outlive its caller's permission. */
export type SocketContext = Service & {
  readonly caller: Caller
  readonly access: Access
  /** Checks the permission of the operation again. @throws {DomainError} */
  readonly reauthorize: () => Promise<Access>
}

/** Serves the WebSocket of an operation, whose opening request is authenticated, authorized and parsed. */
export type SocketHandler<R extends Route> = (
  ctx: SocketContext,
  input: ParsedInput<R>,
  socket: WebSocket,
) => Promise<void>

/** A route with its handlers, ready to be mounted. */
export type Operation = {
  readonly route: Route
  readonly handler: Handler<Route>
  /** For requests that become a WebSocket. */
  readonly socket?: SocketHandler<Route>
}

/**
 * Binds handlers to the routes of a resource. A misspelled operation is a type error; one without a handler is not
 * mounted and does not appear in the OpenAPI document.
 */
export function handle<R extends Routes>(
  routes: R,
  handlers: { readonly [K in keyof R]?: R[K] extends Route ? Handler<R[K]> : never },
  sockets: { readonly [K in keyof R]?: R[K] extends Route ? SocketHandler<R[K]> : never } = {},
): readonly Operation[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const route = routes[name]
    if (route === undefined || handler === undefined) throw new Error(`No operation ${name}`)
    const socket = sockets[name] as SocketHandler<Route> | undefined
    return { route, handler: handler as Handler<Route>, ...(socket === undefined ? {} : { socket }) }
  })
}
