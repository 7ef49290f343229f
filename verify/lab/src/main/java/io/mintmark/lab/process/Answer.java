package io.mintmark.lab.process;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The line of numbers by which a process answers the one that started it. */
public final class Answer {
    private static final String BEGIN = "ANSWER ";

    private Answer() {}

    /** Answers; called in the process that was started. */
    public static void print(Number... numbers) {
        System.out.println(BEGIN + Stream.of(numbers).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    /** Answers with the numbers that a record consists of. */
    public static void print(Record numbers) {
        System.out.println(BEGIN + line(numbers));
    }

    /** Runs a command and returns what it answers; it may say other lines beside. */
    public static double[] of(List<String> command) throws IOException {
        String said = Child.output(command);
        return said.lines()
                .filter(line -> line.startsWith(BEGIN))
                .map(line -> numbers(line.substring(BEGIN.length())))
                .findFirst()
                .orElseThrow(() -> new IOException(String.join(" ", command) + " gave no answer:\n" + said));
    }

    /** Returns the numbers of a line. */
    public static double[] numbers(String line) {
        return Stream.of(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    /** Returns the numbers that a record consists of as a line. */
    public static String line(Record numbers) {
        return Stream.of(numbers.getClass().getRecordComponents())
                .map(component -> String.valueOf(value(component, numbers)))
                .collect(Collectors.joining(" "));
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record tells what it consists of", e);
        }
    }

    /** Returns the record that consists of these numbers, which are whole ones where it has whole ones. */
    public static <R extends Record> R as(Class<R> type, double... numbers) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = IntStream.range(0, types.length)
                .mapToObj(i -> types[i] == long.class ? (Object) (long) numbers[i] : (Object) numbers[i])
                .toArray();
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record of numbers is made of numbers", e);
        }
    }
}
