/** {@code mintmark doctor}: which counters a database has, and which programs may share them. */
@NullMarked
package io.mintmark.cli.doctor;

import org.jspecify.annotations.NullMarked;
