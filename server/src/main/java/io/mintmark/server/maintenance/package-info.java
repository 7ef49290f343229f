/** Work on the data of a stopped server, behind commands of {@code mintmark}. No API: it changes without notice. */
@NullMarked
package io.mintmark.server.maintenance;

import org.jspecify.annotations.NullMarked;
