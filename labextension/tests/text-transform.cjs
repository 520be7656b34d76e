/** Style sheets and icons are text in tests, as in the bundles. */
module.exports = {
  process: source => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };`
  })
};
