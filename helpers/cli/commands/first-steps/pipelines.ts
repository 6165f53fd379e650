/** A pipeline that tests the target every night: one file, to begin with. docs/nightly.md has the rest. */
export interface Pipeline {
  readonly path: string;
  readonly text: string;
  /** What is left for people to do, as a sentence. */
  readonly next: string;
}

const variables = ['API_KEY', 'TENANT_ID', 'OTHER_TENANT_ID', 'OTHER_API_KEY'].map((name) => `CONFORMANCE_${name}`);

/** Keys belong to the environment `sandbox`: one step gets them, and the job may write nothing. */
export const github: Pipeline = {
  path: '.github/workflows/conformance.yml',
  text: `name: conformance
on:
  schedule:
    - cron: '17 2 * * *'
  workflow_dispatch:
permissions:
  contents: read
  actions: read
# Two runs at once would see each other's customers come and go.
concurrency:
  group: conformance-sandbox
jobs:
  conformance:
    runs-on: ubuntu-latest
    environment: sandbox
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09 # v5.1.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 22
      - run: npm ci
      # What nights leave for each other is an artifact of the newest one on this branch; a fork's is passed over.
      - name: Earlier nights
        env:
          GH_TOKEN: \${{ github.token }}
          FROM: \${{ github.repository_id }} \${{ github.ref_name }}
        run: |
          id=$(gh api "repos/$GITHUB_REPOSITORY/actions/artifacts?name=conformance-history&per_page=100" \\
            --jq '[.artifacts[] | select(.expired | not) | select("\\(.workflow_run.head_repository_id) \\(.workflow_run.head_branch)" == env.FROM)][0].id // empty')
          [ -n "$id" ] || { echo 'No earlier night.'; exit 0; }
          gh api "repos/$GITHUB_REPOSITORY/actions/artifacts/$id/zip" > "$RUNNER_TEMP/history.zip"
          unzip -q -o "$RUNNER_TEMP/history.zip" -d reports
      - run: npx --no -- fsapi-conformance run --rate 5
        env:
          CONFORMANCE_BASE_URL: \${{ vars.CONFORMANCE_BASE_URL }}
          CONFORMANCE_ENVIRONMENT: sandbox
${variables.map((name) => `          ${name}: \${{ secrets.${name} }}`).join('\n')}
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: \${{ !cancelled() }}
        with:
          name: conformance-\${{ github.run_id }}-\${{ github.run_attempt }}
          path: reports/runs
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: \${{ !cancelled() }}
        with:
          name: conformance-history
          path: |
            reports/history.ndjson
            reports/memory
            reports/observations
            reports/index.html
            reports/badges
          overwrite: true
          retention-days: 90
          if-no-files-found: ignore
`,
  next: `In the repository's settings, give the environment "sandbox" the variable CONFORMANCE_BASE_URL and the secrets ${variables.join(', ')}.`,
};

/** @param path where it goes: a file of another name is included by the one that is there */
export const gitlab = (path: '.gitlab-ci.yml' | 'conformance.gitlab-ci.yml'): Pipeline => ({
  path,
  text: `conformance:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  # Two runs at once would see each other's customers come and go.
  resource_group: conformance-sandbox
  variables:
    CONFORMANCE_ENVIRONMENT: sandbox
    HISTORY: $CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/conformance-history/$CI_COMMIT_REF_SLUG/history.tgz
  script:
    - npm ci
    # What nights leave for each other is in the package registry: artifacts of a failed pipeline are not found again.
    - mkdir -p reports
    - 'status=$(curl --silent --header "JOB-TOKEN: $CI_JOB_TOKEN" --output history.tgz --write-out "%{http_code}" "$HISTORY")'
    - case $status in 200) tar -xzf history.tgz -C reports ;; 404) echo "No earlier night." ;; *) echo "The registry returned $status."; exit 1 ;; esac
    - code=0; npx --no -- fsapi-conformance run --rate 5 || code=$?
    - mkdir -p reports/memory reports/observations && touch reports/history.ndjson
    - tar -czf history.tgz -C reports history.ndjson memory observations
    - 'curl --silent --show-error --fail --header "JOB-TOKEN: $CI_JOB_TOKEN" --upload-file history.tgz "$HISTORY"'
    - exit $code
  artifacts:
    when: always
    expire_in: 90 days
    paths:
      - reports/runs
    reports:
      junit: reports/runs/*/junit.xml
`,
  next: `${path === '.gitlab-ci.yml' ? '' : `Name ${path} under include: in .gitlab-ci.yml. `}Add a schedule, and the masked CI variables CONFORMANCE_BASE_URL, ${variables.join(', ')}.`,
});
