"""The verdict model in Python. `--list` prints the contenders whose packages are here; else reads one JSON line a request
({"contender": name, "pairs": [[premise, hypothesis], ...]}) and writes the logits of all pairs as one JSON list."""

import importlib.util
import json
import sys

CONTENDERS = {
    "cross_encoder": ("sentence-transformers CrossEncoder on onnxruntime, batches of 32", ["sentence_transformers", "optimum.onnxruntime"]),
    "onnxruntime": ("onnxruntime and tokenizers, padded batches of 32", ["onnxruntime", "tokenizers", "numpy"]),
}
ROWS = 32


def is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def available():
    return {name: title for name, (title, needs) in CONTENDERS.items() if all(map(is_installed, needs))}


def open_cross_encoder(folder, file):
    from sentence_transformers import CrossEncoder

    options = {"file_name": file.rsplit("/", 1)[-1], "provider": "CPUExecutionProvider", "export": False}
    model = CrossEncoder(folder, backend="onnx", model_kwargs=options, local_files_only=True)
    return lambda pairs: model.predict(pairs, batch_size=ROWS, show_progress_bar=False).ravel()


def open_onnxruntime(folder, file):
    import numpy
    import onnxruntime
    import tokenizers

    session = onnxruntime.InferenceSession(f"{folder}/{file}", providers=["CPUExecutionProvider"])
    tokenizer = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.enable_padding()
    names = [one.name for one in session.get_inputs()]

    def run(pairs):
        encoded = tokenizer.encode_batch([tuple(pair) for pair in pairs])
        columns = {
            "input_ids": [one.ids for one in encoded],
            "attention_mask": [one.attention_mask for one in encoded],
            "token_type_ids": [one.type_ids for one in encoded],
        }
        return session.run(None, {name: numpy.array(columns[name], dtype=numpy.int64) for name in names})[0].ravel()

    return lambda pairs: numpy.concatenate([run(pairs[i : i + ROWS]) for i in range(0, len(pairs), ROWS)])


def main():
    if sys.argv[1:] == ["--list"]:
        print(json.dumps(available()))
        return
    folder, file = sys.argv[1:]
    opened = {name: globals()[f"open_{name}"](folder, file) for name in available()}
    print(json.dumps(list(opened)), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps([float(value) for value in opened[request["contender"]](request["pairs"])]), flush=True)


main()
