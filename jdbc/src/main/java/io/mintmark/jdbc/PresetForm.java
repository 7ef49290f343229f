package io.mintmark.jdbc;

import java.util.Optional;
import java.util.function.LongFunction;

/**
 * What a {@link Preset} is: a product in words, the number that it is configured with, and how it keeps its counters.
 *
 * @param id what the command line calls it
 * @param product the product, its versions and its setting, in words
 * @param settingName what the product calls the number that decides the block's size
 * @param defaultSetting the product's default of that number
 * @param shape makes the counter that the product keeps by default names, of that number
 * @param refusal why it cannot be shared, if it cannot
 */
record PresetForm(
        String id,
        String product,
        String settingName,
        long defaultSetting,
        LongFunction<CounterDescription> shape,
        Optional<String> refusal) {

    static PresetForm of(
            String id,
            String product,
            String settingName,
            long defaultSetting,
            LongFunction<CounterDescription> shape) {
        return new PresetForm(id, product, settingName, defaultSetting, shape, Optional.empty());
    }

    /** Returns the form of what nobody can share; its counter is refused with the reason. */
    static PresetForm refused(String id, String product, String why) {
        LongFunction<CounterDescription> shape = setting -> {
            throw Shapes.refused(product, why);
        };
        return new PresetForm(id, product, "", 0, shape, Optional.of(why));
    }

    CounterDescription counter(long setting) {
        return shape.apply(setting).named(id);
    }
}
