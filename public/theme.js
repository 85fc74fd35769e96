// Runs before the first paint, so that nobody sees the wrong theme flash by. Without a choice the system decides.
try {
  var theme = localStorage.getItem('lectern.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (_) {
  // Storage may be closed to us; the system's theme is right then.
}
