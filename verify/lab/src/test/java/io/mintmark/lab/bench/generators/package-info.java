/** Tests of the same package in main. */
@NullMarked
package io.mintmark.lab.bench.generators;

import org.jspecify.annotations.NullMarked;
