import type { KnipConfig } from 'knip'

/**
 * What `npm test -- unused` asks of knip: no file, export or package that nobody uses. What is public is used by
 * hosts: knip reads `exports` of each package.json for that. Each exception says why.
 */
const config: KnipConfig = {
  // A host without React, viem or wagmi has entries of its own: importEdges.mjs holds that.
  exclude: ['optionalPeerDependencies'],
  workspaces: {
    '.': {
      // Steps of scripts/test.mjs and scripts/long.mjs start these as programs, by their paths.
      entry: [
        'scripts/checks/*.mjs',
        'scripts/generate/*.mjs',
        'scripts/start/{chains,polkadot,whenParentEnds}.mjs',
        'vitest.mutation.config.ts',
        // Bundled by packedServices.mjs.
        'scripts/checks/install/signInEveryFamily.ts',
        'scripts/{coverage,mutation}.mjs',
        'scripts/long/*.mjs',
        // Loaded before each test file by vitest.coverage.config.ts.
        'vitest.coverage.config.ts',
        'scripts/coverage/{record,recordViews}.mjs',
        // A host's types, as scripts/checks/hostTypes.mjs compiles them.
        'test/host-types/*.{ts,tsx}',
      ],
      project: ['*.{ts,mjs}', 'scripts/**/*.{ts,mjs}', 'test/**/*.{ts,tsx}'],
      ignoreDependencies: [
        // Programs that scripts start by their paths.
        '@arethetypeswrong/cli',
        '@foundry-rs/anvil',
        'publint',
        // The type of stryker.config.mjs comes with Stryker, and `vitest/browser` is this one.
        '@stryker-mutator/api',
        '@vitest/browser',
        // scripts/checks/install.mjs installs the peers in the versions that are here.
        '@tanstack/react-query',
        'wagmi',
        // Of the workspace docs, whose site scripts/checks/docsSite.mjs builds.
        'vitepress',
      ],
    },
    // Contracts import these, and the tests' second React is read by its path (vitest.config.ts).
    // The asset hub is a package of its own that `npm start` and the tests run as a program.
    chains: {
      ignore: ['polkadot/**'],
      ignoreDependencies: [
        ...['@openzeppelin/contracts', '@uniswap/v2-core', '@uniswap/v2-periphery'],
        // Read as files.
        '@account-abstraction/contracts',
      ],
    },
    // Loaded by `createRequire`, after its settings are made.
    'chains/bitcoin': { ignoreDependencies: ['bcoin'] },
    'test/react-18': { ignoreDependencies: ['react', 'react-dom'] },
    // The pictures of networks and wallets are read as files. A test of a full disk mounts one, with programs of the system.
    // The embedded wallet's site is drawn by preact, which its bundler puts in React's place.
    services: {
      entry: [
        'src/{main,verifyFrame}.ts',
        'site/{page/start.tsx,worker/start.ts}',
        'recover/{main,page}.ts',
        '{site,recover}/build.mjs',
        // Bundled, and run as a program of its own.
        'src/testing/keys/keysProgram.ts',
      ],
      project: ['src/**/*.ts', 'site/**/*.{ts,tsx,mjs}', 'recover/**/*.{ts,mjs}'],
      ignoreDependencies: ['@web3icons/core', 'preact'],
      ignoreBinaries: ['mount', 'umount'],
    },
    // The page in the frame, which component tests load from a server (scripts/testFramePages.mjs).
    'packages/latchkey': { entry: ['src/testing/frame/testFramePage.ts'] },
    bench: { entry: ['*/*.mjs'] },
    docs: {
      entry: ['.vitepress/{config,theme/index}.ts', '.vitepress/playground/*.{ts,tsx,vue}', '**/*.paths.ts'],
    },
    e2e: { entry: ['hosts/*/main.tsx', 'specs/**/*.ts', 'interop/**/*.test.ts'] },
  },
}

export default config
