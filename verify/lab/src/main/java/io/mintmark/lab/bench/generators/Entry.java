package io.mintmark.lab.bench.generators;

/**
 * A row of the tables.
 *
 * @param name how commands and forked JVMs call it
 * @param title how tables call it
 * @param order what its numbers' order is; stated in every row
 * @param opener makes one
 */
public record Entry(String name, String title, Order order, Subject.Opener opener) {}
