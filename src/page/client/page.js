const code = location.hash.slice(1);
const post = (path, body) => fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)});
if (code) {
  history.replaceState(null, "", "/");
  await post("/join", {code});
}
new EventSource("/events").onmessage = ({data}) => {
  const {ask, over, past} = JSON.parse(data);
  document.getElementById("question").textContent = ask ? ask.full : over?.title ?? "";
  document.getElementById("answers").replaceChildren(...(ask?.answers ?? []).map(answer => {
    const button = document.createElement("button");
    button.textContent = answer.text;
    button.onclick = () => post("/do", {move: answer.id, n: ask.n});
    return button;
  }));
  document.getElementById("past").replaceChildren(...past.reverse().map(({text}) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  }));
};
