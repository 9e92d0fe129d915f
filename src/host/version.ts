// The version that runs; the build takes it from package.json.
import product from '../../package.json' with { type: 'json' };

export const VERSION: string = product.version;
