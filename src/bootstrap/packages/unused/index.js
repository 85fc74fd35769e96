throw new Error('This package is not installed. See src/bootstrap/packages/README.md.')
