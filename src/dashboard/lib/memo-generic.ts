import { memo, type ReactNode } from 'react'

/** `memo` for a component with a type parameter, which the types of React lose. */
export const memoGeneric: <P extends object>(component: (props: P) => ReactNode) => (props: P) => ReactNode =
  memo
