import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'

type Props = Readonly<Record<string, unknown>>
type Handler = (event: { readonly defaultPrevented: boolean }) => void

/** The element with more props. Its own handlers run first and may prevent the default, its own attributes win. */
export function withProps(element: ReactNode, more: Props): ReactElement {
  if (!isValidElement<Props>(element)) throw new Error('A trigger must be one element')
  const own = element.props
  const handlers = Object.entries(more).flatMap(([name, handle]) =>
    isHandler(handle) && isHandler(own[name]) ? [[name, inTurn(own[name], handle)] as const] : [],
  )
  return cloneElement(element, { ...more, ...own, ...Object.fromEntries(handlers) })
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function'

const inTurn =
  (first: Handler, second: Handler): Handler =>
  (event) => {
    first(event)
    if (!event.defaultPrevented) second(event)
  }
