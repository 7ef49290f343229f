package io.mintmark.indexes.reduce;

import io.mintmark.indexes.expression.Expression;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.Aggregate.Function;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Orders and their sums by customer: by a plan, and by a plain loop over all of them. */
final class OrdersModel {
    static final String ORDERS = "Orders";
    static final String SUMS = "CustomerSums";

    /**
     * An order.
     *
     * @param customer whose it is
     * @param price a number as it is spelt, {@code null}, or a text in quotes, which cannot be summed
     */
    record Order(String customer, String price) {
        String json() {
            return "{\"Customer\":\"" + customer + "\",\"Price\":" + price + ",\"Note\":\"" + price.length() + "\"}";
        }

        boolean canBeSummed() {
            return !price.startsWith("\"");
        }
    }

    private OrdersModel() {}

    static Plan plan() {
        Map<String, Expression> members = new LinkedHashMap<>();
        members.put("Customer", Plan.ReduceStep.key());
        members.put("Orders", Plan.ReduceStep.aggregate(0));
        members.put("Total", Plan.ReduceStep.aggregate(1));
        members.put("Least", Plan.ReduceStep.aggregate(2));
        members.put("Most", Plan.ReduceStep.aggregate(3));
        members.put("Mean", Plan.ReduceStep.aggregate(4));
        Expression price = member("Price");
        return new Plan(
                List.of(new Plan.MapStep(ORDERS, null, Map.of("Customer", member("Customer"), "Price", price))),
                new Plan.ReduceStep(
                        Map.of(Plan.ReduceStep.WHOLE, member("Customer")),
                        List.of(
                                new Aggregate(Function.COUNT, new Expression.Constant(Trees.NODES.nullNode())),
                                new Aggregate(Function.SUM, price),
                                new Aggregate(Function.MIN, price),
                                new Aggregate(Function.MAX, price),
                                new Aggregate(Function.AVERAGE, price)),
                        members));
    }

    static Expression member(String name) {
        return new Expression.Member(List.of(name));
    }

    /** What the outputs must be, in the order of customers. */
    static SortedMap<String, String> expected(Iterable<Order> orders) {
        SortedMap<String, List<Order>> groups = new TreeMap<>();
        for (Order order : orders) {
            if (order.canBeSummed()) {
                groups.computeIfAbsent(order.customer(), any -> new ArrayList<>())
                        .add(order);
            }
        }
        SortedMap<String, String> outputs = new TreeMap<>();
        groups.forEach((customer, group) -> outputs.put(customer, output(customer, group)));
        return outputs;
    }

    private static String output(String customer, List<Order> group) {
        List<BigDecimal> prices = group.stream()
                .map(Order::price)
                .filter(price -> !price.equals("null"))
                .map(BigDecimal::new)
                .toList();
        BigDecimal sum = prices.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal mean =
                prices.isEmpty() ? null : sum.divide(BigDecimal.valueOf(prices.size()), MathContext.DECIMAL128);
        return "{\"Customer\":\"" + customer + "\",\"Orders\":" + group.size() + ",\"Total\":" + text(sum)
                + ",\"Least\":"
                + text(prices.stream().reduce(BigDecimal::min).orElse(null)) + ",\"Most\":"
                + text(prices.stream().reduce(BigDecimal::max).orElse(null)) + ",\"Mean\":" + text(mean) + "}";
    }

    private static String text(@Nullable BigDecimal number) {
        return number == null ? "null" : number.stripTrailingZeros().toPlainString();
    }
}
