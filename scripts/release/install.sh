#!/bin/sh
# Installs kiva from @releases@. This file is a placeholder until the script is written.
echo 'error: this is not an installer yet' >&2
exit 1
