import { useWindowTitle } from '../../hooks/use-crumbs.ts'

/** Nobody has an account yet, and only the printed link makes the first one. */
export function SetUpWaits() {
  useWindowTitle('Set up')
  return (
    <>
      <h1>Lectern waits to be set up</h1>
      <p className="si-lede">
        Open the one-time link that the service printed when it started. A restart prints a new one.
      </p>
    </>
  )
}
