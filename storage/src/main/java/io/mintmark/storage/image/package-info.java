/** The data of one moment as bytes, while writes go on; for any engine that can say it. */
@NullMarked
package io.mintmark.storage.image;

import org.jspecify.annotations.NullMarked;
