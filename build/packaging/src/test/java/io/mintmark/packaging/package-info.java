/** Files of a release and of a server in production, judged against the server that they are for. */
@NullMarked
package io.mintmark.packaging;

import org.jspecify.annotations.NullMarked;
