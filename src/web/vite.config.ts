// How the page is built: everything into a few files whose names carry a digest of their content. The dashboard differs in what
// scripts/build.mjs says.
import { defineConfig, type Plugin } from 'vite';

/** One style sheet serves all views, so vite's helper, which loads a view's style sheets before it, has nothing to do; it is 700 bytes. */
const bareImports: Plugin = {
  name: 'bare-imports',
  transform: (_code, id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [bareImports],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  logLevel: 'warn',
});
