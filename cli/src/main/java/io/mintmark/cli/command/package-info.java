/**
 * Commands beside {@code serve}, {@code backup} and {@code restore}: {@code access}, {@code doctor}, {@code launch},
 * {@code javascript}, and what the launcher prepares for quick starts.
 */
@NullMarked
package io.mintmark.cli.command;

import org.jspecify.annotations.NullMarked;
