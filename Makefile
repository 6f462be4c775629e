# Every target works from a fresh clone with npm, make and Node 22.18 or newer; on Linux (x64,
# arm64) Node 20 is enough. The rest is installed from package-lock.json.

.PHONY: serve workerd deploy test test-all real real-files real-tests compile sample daily bench check clean

# Real published files, laid out as FROM/<source>/<release>/<files>.
FROM ?= ../shared/publisher-files
PORT ?= 8787
# Where make real keeps what it has downloaded, so that it downloads only what is new.
REAL ?= .lmi/real
# Where make workerd writes what one machine needs; secrets and keys in it stay.
OUT ?= .lmi/workerd

# What serving and compiling need, or everything where everything was installed before.
# Never under a running command of this checkout.
node_modules/.package-lock.json: package.json package-lock.json
	@node build/running.js
	npm ci $(if $(wildcard node_modules/vitest),,--omit=dev) --no-audit --no-fund --loglevel=error
	@touch $@

# Everything, with what tests, checks, measurements and deploying need. A person's own npm ci
# counts.
node_modules/.everything: package.json package-lock.json
	@{ test -d node_modules/vitest && test node_modules/.package-lock.json -nt package.json && test node_modules/.package-lock.json -nt package-lock.json; } || \
		{ node build/running.js && set -x && npm ci --no-audit --no-fund --loglevel=error; }
	@touch node_modules/.package-lock.json $@

serve: node_modules/.package-lock.json ## compile the sample if there is no data, serve it, print a key and a curl line
	npx lmi serve --port $(PORT)

workerd: node_modules/.package-lock.json ## write configuration, secrets and a systemd unit into OUT, and serve by workerd alone; SAMPLE=1 serves the sample, OPTIONS go to lmi workerd
	$(if $(SAMPLE),test -f dist-data/sample/catalogue.json || npx lmi compile --sample)
	npx lmi workerd --out "$(OUT)" $(if $(SAMPLE),--sample) $(OPTIONS)
	exec "$(OUT)/start"

# deploy and daily look at what they are given before they install anything.
deploy: ## deploy the worker to Cloudflare over STORE=s3://BUCKET, reached at URL=https://HOST; DRY=1 sends nothing, SAMPLE=1 deploys over the sample
	@test -n "$(STORE)" -a -n "$(URL)" || { echo "STORE or URL is not set: make deploy STORE=s3://BUCKET URL=https://HOST" >&2; exit 2; }
	@$(MAKE) --no-print-directory node_modules/.everything
	npx lmi deploy --store "$(STORE)" --url "$(URL)" $(if $(DRY),--dry-run) $(if $(SAMPLE),--sample)

test: node_modules/.everything ## types, generated texts, the tests that a person waits for; .ci/run runs the slow ones too
	npm test

test-all: node_modules/.everything ## the same with the nightly tests: the real files in ../shared/publisher-files, packages, real waits
	npm test -- all

real: ## download what the publishers have today into REAL, say what differs from what we expect, and test the answers made of it
	$(MAKE) real-files
	$(MAKE) real-tests

# 3 and 4 are told in what is printed: a release waits for a person, a publisher could not be asked,
# something differs.
real-files: node_modules/.package-lock.json
	@mkdir -p $(dir $(REAL))
	npx lmi update --data $(REAL) || [ $$? -ge 3 ]
	npx lmi update --dry-run --data $(REAL) > $(dir $(REAL))dry-run.txt || [ $$? -ge 3 ]

real-tests: node_modules/.everything
	LMI_TEST_LIVE="$(abspath $(REAL))" npm test -- test/laws

compile: ## compile the real files in FROM into dist-data/live
	@test -d "$(FROM)" || { echo "FROM is \"$(FROM)\", expected a folder laid out as FROM/SOURCE/RELEASE/FILES" >&2; exit 2; }
	@$(MAKE) --no-print-directory node_modules/.package-lock.json
	npx lmi compile --from $(FROM)

sample: node_modules/.package-lock.json ## compile the synthetic sample into dist-data/sample
	npx lmi compile --sample

daily: ## pull state from STORE, update, verify, bundle, publish it back, and report; one run at a time; NEW=1 starts a store; SIGN=KEY.pem signs the bundle; make ends with 2 whatever the exit code of lmi daily is
	@test -n "$(STORE)" || { echo "STORE is not set, expected the folder of the store: make daily STORE=DIR, or STORE=s3://BUCKET/PREFIX" >&2; exit 2; }
	@$(MAKE) --no-print-directory node_modules/.package-lock.json
	npx lmi daily --store "$(STORE)" $(if $(NEW),--new-store) $(if $(STRICT),--strict) $(if $(SIGN),--sign "$(SIGN)")

bench: node_modules/.everything ## time, memory and sizes; ONLY="update" measures that part alone, ONLY=--help lists them
	npm run --silent bench -- $(ONLY)

check: node_modules/.everything ## form, types and generated texts
	npm run --silent check

clean:
	rm -rf node_modules .lmi dist dist-data/live dist-data/sample dist-data/bundle
