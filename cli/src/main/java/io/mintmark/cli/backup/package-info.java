/** {@code mintmark backup}, {@code restore} and {@code raise}: data that is copied, put back and made safe to use. */
@NullMarked
package io.mintmark.cli.backup;

import org.jspecify.annotations.NullMarked;
