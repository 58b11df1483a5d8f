/** The arrows of the floor plan in ARCHITECTURE.md, as rules. */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

const serverFeature = '^apps/server/src/features/([^/]+)/'
const tests = '\\.(test|spec)\\.tsx?$'

export default {
  forbidden: [
    rule(
      'no-cycles',
      'A circle of imports has no beginning to read. Types may refer to each other.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'kernel-knows-no-feature',
      'Features stand on the kernel, never the other way round.',
      { path: '^apps/server/src/kernel/' },
      { path: '^apps/server/src/(product|features|migrations|app|serve|main)' },
    ),
    rule(
      'product-knows-no-feature',
      'What features share of tables and screens stands below all of them.',
      { path: '^apps/server/src/product/' },
      { path: '^apps/server/src/(features|app|serve|main)' },
    ),
    rule(
      'feature-through-service',
      'A feature calls another feature’s service.ts, or reacts to its events.',
      { path: serverFeature },
      { path: serverFeature, pathNot: ['^apps/server/src/features/$1/', '/service\\.ts$'] },
    ),
    rule(
      'sql-in-queries',
      'SQL stands in files named …queries.ts and in the kernel: services call it by name.',
      {
        path: '^apps/server/src/',
        pathNot: ['queries\\.ts$', '^apps/server/src/(kernel|migrations)/', '/test-kit/'],
      },
      { path: '(^|/)node_modules/kysely/' },
    ),
    rule(
      'migrations-are-frozen',
      'A migration must mean tomorrow what it means today: it imports nothing of ours.',
      { path: '^apps/server/src/migrations/\\d' },
      { path: '^(apps|packages)/' },
    ),
    rule(
      'contract-stands-alone',
      'Both sides stand on the contract; it stands on neither.',
      { path: '^packages/contract/' },
      { path: '^(apps|bench|e2e)/' },
    ),
    rule(
      'web-and-server-meet-in-the-contract',
      'They share schemas, not code.',
      { path: '^apps/web/' },
      { path: '^apps/server/' },
    ),
    rule(
      'server-and-web-meet-in-the-contract',
      'They share schemas, not code.',
      { path: '^apps/server/' },
      { path: '^apps/web/' },
    ),
    rule(
      'ui-knows-no-feature',
      'The design system is words and shapes; it knows neither features nor the network.',
      { path: '^apps/web/src/ui/' },
      {
        path: '^apps/web/src/(app|features|entities|data)/',
        // The words of the design system are in the catalogue, too.
        pathNot: '^apps/web/src/data/i18n\\.ts$',
      },
    ),
    rule(
      'data-knows-no-feature',
      'Features stand on data/, never the other way round.',
      { path: '^apps/web/src/data/' },
      { path: '^apps/web/src/(app|features|entities)/' },
    ),
    rule(
      'entities-know-no-feature',
      'What several features read and show of one kind of thing; screens stand on it.',
      { path: '^apps/web/src/entities/' },
      { path: '^apps/web/src/(app|features)/' },
    ),
    rule(
      'features-know-no-app',
      'The app opens the features: routes, shell and palette stand on all of them.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    rule(
      'product-knows-no-test',
      'Nothing that is shipped imports what only tests need.',
      { path: '^(apps|packages)/', pathNot: '/test-kit/' },
      { path: ['/test-kit/', '^(e2e|bench)/'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests may reach anywhere, and the parser does not know `await using` yet.
    // Only our own dist/: packages have a folder of that name, too, and rules name packages.
    exclude: { path: ['^(apps|packages)/[^/]+/dist/', '(^|/)test-results/', tests] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
