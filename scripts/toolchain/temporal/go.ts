import type { GoProgram } from '../go-build.ts';

/**
 * The newest release that Go can build from published modules: later ones need the folder `cliext` of the repository,
 * which is no published module. Its server is 1.29.1.
 */
const version = '1.5.1';

export const temporalByGo: GoProgram = {
  name: 'temporal',
  binary: 'temporal',
  package: 'github.com/temporalio/cli/cmd/temporal',
  version: `v${version}`,
  ldflags: `-s -w -X github.com/temporalio/cli/temporalcli.Version=${version}`,
  expected: 'about 4 minutes on two cores',
  module: {
    path: 'github.com/temporalio/cli',
    sum: 'h1:0RZMk14BWxz44Xg6ciDQvpfAMffoG3J7/K03ql80teY=',
    needsGo: '1.25.0',
  },
};
