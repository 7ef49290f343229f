/** What the launcher prepares for quick starts, and whether it is used. */
@NullMarked
package io.mintmark.cli.prepared;

import org.jspecify.annotations.NullMarked;
