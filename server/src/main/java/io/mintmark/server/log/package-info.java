/** What the log gets of failures that come again and again. */
@NullMarked
package io.mintmark.server.log;

import org.jspecify.annotations.NullMarked;
