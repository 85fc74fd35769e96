// Runs before the first paint and before the dashboard: applies the theme, shows the frame, and requests the scripts and
// the data of the view that the URL names, so that they load side by side.
;(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(`lectern.${name}`)
    } catch {
      // Storage is blocked: the system's theme is right then, and the frame comes with the scripts.
      return null
    }
  }
  const root = document.documentElement
  const theme = stored('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

  const isInApp = /^\/(o|s|me)(\/|$)/.test(location.pathname)
  if (!isInApp || stored('came-in') === null) return
  root.dataset.frame = stored('rail') === 'true' ? 'rail' : 'wide'

  const reads = new Map()
  // The service accepts a cookie only together with the second header.
  const headers = { accept: 'application/json', 'x-lectern': '1' }
  const read = (path) => {
    const response = fetch(path, { headers, credentials: 'same-origin' })
    // Whoever takes it handles the error; a read that no one takes may fail unnoticed.
    response.catch(() => undefined)
    reads.set(path, response)
  }
  window.lecternReads = reads
  read('/auth/session')

  const parts = location.pathname.replace(/\/$/, '').split('/')
  const parametersOf = (path) => {
    const names = path.split('/')
    const parameters = {}
    const isMatch = (name, at) => {
      if (!name.startsWith(':')) return name === parts[at]
      parameters[name] = parts[at]
      return parts[at] !== ''
    }
    return names.length === parts.length && names.every(isMatch) ? parameters : undefined
  }
  for (const view of JSON.parse(document.getElementById('first-views').textContent)) {
    const parameters = parametersOf(view.path)
    if (parameters === undefined) continue
    for (const file of view.files) {
      const isSheet = file.endsWith('.css')
      const link = document.createElement('link')
      link.rel = isSheet ? 'preload' : 'modulepreload'
      if (isSheet) link.as = 'style'
      link.crossOrigin = ''
      link.href = `/${file}`
      document.head.append(link)
    }
    for (const path of view.reads) read(path.replace(/:\w+/g, (name) => parameters[name]))
  }
})()
