/** Tests of the same package in main. */
@NullMarked
package io.mintmark.lab.cuts.disk;

import org.jspecify.annotations.NullMarked;
